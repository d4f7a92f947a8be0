import { render } from "preact";
import { followLinks } from "./shell/location.ts";
import { Shell } from "./shell/shell.tsx";
import { applyTheme } from "./shell/theme.ts";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/ui.css";
import "./styles/reference.css";

applyTheme();
followLinks();
render(<Shell />, document.getElementById("app")!);
