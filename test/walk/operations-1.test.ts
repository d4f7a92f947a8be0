import { walkPart } from "./walk.ts";

walkPart(0, 2);
