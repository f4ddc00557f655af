import { a } from "../src/a";
