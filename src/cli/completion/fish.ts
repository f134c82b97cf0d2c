import type { CommandNode, FlagNode, Offer } from "./command-tree.js";

/** Completion for fish. */
export function fishCompletion(commands: readonly CommandNode[]): string {
  return `# fish completion for guardrails
# ~/.config/fish/config.fish: guardrails completion fish | source
complete -c guardrails -e
complete -c guardrails -f
complete -c guardrails -n __fish_use_subcommand -l help -s h -d 'print this help'
complete -c guardrails -n __fish_use_subcommand -l version -s V -d 'print the version'
${commands.map(({ name, summary }) => `complete -c guardrails -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}\n`).join("")}${commands.map(commandLines).join("")}`;
}

function commandLines({ name, flags, argument }: CommandNode): string {
  const scope = `complete -c guardrails -n ${quoted(`__fish_seen_subcommand_from ${name}`)}`;
  const rest = argument.kind === "nothing" ? "" : `${scope} ${offered(argument)}\n`;
  return rest + flags.map((flag) => `${scope} ${flagWords(flag)}\n`).join("");
}

function flagWords({ spellings, description, value }: FlagNode): string {
  const names = spellings.map((spelling) => (spelling.startsWith("--") ? `-l ${spelling.slice(2)}` : `-s ${spelling.slice(1)}`));
  return [...names, ...(value === undefined ? [] : [`-r ${offered(value)}`]), `-d ${quoted(description)}`].join(" ");
}

function offered(offer: Offer): string {
  switch (offer.kind) {
    case "words":
      return `-f -a ${quoted(offer.words.join(" "))}`;
    case "pairs":
      return `-f -a ${quoted(offer.words.flatMap((word) => (offer.values.length === 0 ? [`${word}=`] : offer.values.map((value) => `${word}=${value}`))).join(" "))}`;
    case "files":
      return "-F";
    case "folders":
      return "-f -a '(__fish_complete_directories)'";
    case "nothing":
      return "-f";
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
