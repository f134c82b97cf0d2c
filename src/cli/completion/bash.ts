import type { CommandNode, FlagNode, Offer } from "./command-tree.js";

/** Completion for bash, 3.2 of macOS included. What is offered holds nothing that a shell reads otherwise: ids and names of flags. */
export function bashCompletion(commands: readonly CommandNode[]): string {
  return `# bash completion for guardrails
# ~/.bashrc: source <(guardrails completion bash)
_guardrails() {
  local current=\${COMP_WORDS[COMP_CWORD]} at=$COMP_CWORD pair=
  COMPREPLY=()
  # To bash, "=" is a word of its own: --format=x and --rule id=level are three words each.
  if [[ $current == "=" ]]; then
    current= pair=1
    at=$((at - 1))
  elif [[ \${COMP_WORDS[at - 1]} == "=" ]]; then
    pair=1
    at=$((at - 2))
  fi
  local flag=\${COMP_WORDS[at - 1]}
  if [[ $pair && \${COMP_WORDS[at]} == --* ]]; then
    flag=\${COMP_WORDS[at]} pair=
  fi
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")} --help --version" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${commands.map(commandCase).join("")}  esac
}
complete -F _guardrails guardrails
`;
}

function commandCase({ name, flags, argument }: CommandNode): string {
  const withValues = flags.flatMap((flag) => (flag.value === undefined ? [] : [valueCase(flag, flag.value)]));
  const values = withValues.length === 0 ? "" : `      case "$flag" in\n${withValues.join("")}      esac\n`;
  return `    ${name})
${values}      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "${flags.flatMap(({ spellings }) => spellings).join(" ")}" -- "$current"))
      else
        ${offered(argument)}
      fi
      ;;
`;
}

function valueCase({ spellings }: FlagNode, value: Offer): string {
  return `        ${spellings.join(" | ")})
          ${offered(value)}
          return
          ;;
`;
}

function offered(offer: Offer): string {
  switch (offer.kind) {
    case "words":
      return `COMPREPLY=($(compgen -W "${offer.words.join(" ")}" -- "$current"))`;
    case "pairs": {
      const second =
        offer.values.length === 0
          ? 'COMPREPLY=($(compgen -f -- "$current"))'
          : `COMPREPLY=($(compgen -W "${offer.values.join(" ")}" -- "$current"))`;
      return `if [[ $pair ]]; then ${second}; else
            compopt -o nospace 2>/dev/null
            COMPREPLY=($(compgen -S = -W "${offer.words.join(" ")}" -- "$current"))
          fi`;
    }
    case "files":
      return `compopt -o filenames 2>/dev/null
          local IFS=$'\\n'
          COMPREPLY=($(compgen -f -- "$current"))`;
    case "folders":
      return `compopt -o filenames 2>/dev/null
          local IFS=$'\\n'
          COMPREPLY=($(compgen -d -- "$current"))`;
    case "nothing":
      return ":";
  }
}
