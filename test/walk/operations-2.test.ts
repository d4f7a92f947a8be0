import { walkPart } from "./walk.ts";

walkPart(1, 2);
