import type { CommandNode, FlagNode, Offer } from "./command-tree.js";

/** Completion for zsh, as a file of `$fpath` or to be sourced. */
export function zshCompletion(commands: readonly CommandNode[]): string {
  const list = commands.map(({ name, summary }) => `      ${quoted(`${name}:${summary}`)}`).join("\n");
  return `#compdef guardrails
# zsh completion for guardrails
# ~/.zshrc: source <(guardrails completion zsh)
# Words in front of "=", then the values behind it, or a path.
_guardrails_pair() {
  local values=$1
  shift
  if ! compset -P '*='; then
    compadd -q -S = -- "$@"
  elif [[ -n $values ]]; then
    compadd -- \${=values}
  else
    _files
  fi
}
_guardrails() {
  local -a commands
  if ((CURRENT == 2)); then
    commands=(
${list}
    )
    _describe 'command' commands
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
${commands.map(commandCase).join("")}  esac
}
if [[ $funcstack[1] == _guardrails ]]; then
  _guardrails "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
  compdef _guardrails guardrails
fi
`;
}

function commandCase({ name, flags, argument }: CommandNode): string {
  const rest = argument.kind === "nothing" ? [] : [quoted(`*:${argument.kind === "files" ? "file" : "word"}:${action(argument)}`)];
  return `    ${name})
      _arguments -s \\
        ${[...flags.flatMap(specs), ...rest].join(" \\\n        ")}
      ;;
`;
}

/** Each flag may come again: some add up, and of the others the last one counts. */
function specs({ spellings, description, value }: FlagNode): readonly string[] {
  const about = description.replace(/[[\]\\:]/g, (character) => (character === ":" ? "\\:" : `\\${character}`));
  return spellings.map((spelling) => {
    const name = value === undefined ? spelling : spelling.startsWith("--") ? `${spelling}=` : `${spelling}+`;
    return quoted(`*${name}[${about}]${value === undefined ? "" : `:value:${action(value)}`}`);
  });
}

function action(offer: Offer): string {
  switch (offer.kind) {
    case "words":
      return `(${offer.words.join(" ")})`;
    case "pairs":
      return `{_guardrails_pair "${offer.values.join(" ")}" ${offer.words.join(" ")}}`;
    case "files":
      return "_files";
    case "folders":
      return "_files -/";
    case "nothing":
      return " ";
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
