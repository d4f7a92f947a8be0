import fc from "fast-check";
import { suiteSeed } from "./seed.ts";

// fast-check draws a random seed for each property otherwise.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: suiteSeed });
