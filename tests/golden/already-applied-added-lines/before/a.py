import os
import sys

main()
