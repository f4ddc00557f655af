import shutil

shutil.rmtree("dist")
