import type { Command } from "commander";
import { UsageError } from "../usage-error.ts";

/** A completion script for bash or zsh. Names of tools and events are read from the platform. */
export function completionScript(shell: string, program: Command): string {
  const commands = program.commands.map((command) => command.name());
  const flags = program.commands.map((command): [string, string] => [
    command.name(),
    [...command.options, ...program.options].map(({ long }) => long).join(" "),
  ]);
  if (shell === "bash") return bash(commands, flags);
  if (shell === "zsh") return zsh(commands, flags);
  throw new UsageError("The shell is bash or zsh.");
}

/** Lists of a platform that does not respond are empty. */
const toolNames = "$(hub tools --names 2>/dev/null)";
const eventNames = "$(hub trigger 2>/dev/null)";

function bash(commands: readonly string[], flags: readonly [string, string][]): string {
  return `# bash completion for hub: eval "$(hub completion bash)"
_hub() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command="\${COMP_WORDS[1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${commands.join(" ")}"
  elif [ "$COMP_CWORD" -eq 2 ] && [ "$command" = call ]; then
    words="${toolNames}"
  elif [ "$COMP_CWORD" -eq 2 ] && [ "$command" = trigger ]; then
    words="${eventNames}"
  elif [ "$COMP_CWORD" -eq 2 ] && [ "$command" = completion ]; then
    words="bash zsh"
  else
    case "$command" in
${flags.map(([name, long]) => `      ${name}) words="${long}" ;;`).join("\n")}
    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -F _hub hub
`;
}

function zsh(commands: readonly string[], flags: readonly [string, string][]): string {
  return `#compdef hub
# zsh completion for hub: eval "$(hub completion zsh)"
_hub() {
  if (( CURRENT == 2 )); then
    compadd -- ${commands.join(" ")}
    return
  fi
  if (( CURRENT == 3 )); then
    case "\${words[2]}" in
      call) compadd -- \${(f)"${toolNames}"}; return ;;
      trigger) compadd -- \${(f)"${eventNames}"}; return ;;
      completion) compadd -- bash zsh; return ;;
    esac
  fi
  case "\${words[2]}" in
${flags.map(([name, long]) => `    ${name}) compadd -- ${long} ;;`).join("\n")}
  esac
}
compdef _hub hub
`;
}
