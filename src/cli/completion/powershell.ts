import type { CommandNode, Offer } from "./command-tree.js";

/** Completion for PowerShell, 5.1 of Windows included. */
export function powershellCompletion(commands: readonly CommandNode[]): string {
  return `# PowerShell completion for guardrails
# $PROFILE: guardrails completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName guardrails -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $flags = @{
${commands.map(({ name, flags }) => `    ${quoted(name)} = ${list(flags.flatMap(({ spellings }) => spellings))}\n`).join("")}  }
  $values = @{
${commands.map(({ name, flags }) => flags.flatMap(({ spellings, value }) => spellings.flatMap((spelling) => pair(`${name} ${spelling}`, value))).join("")).join("")}  }
  $arguments = @{
${commands.flatMap(({ name, argument }) => pair(name, argument)).join("")}  }
  $before = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition -or ($wordToComplete -eq '' -and $_.Extent.EndOffset -le $cursorPosition) } | ForEach-Object { $_.ToString() })
  if ($before.Count -le 1) { $offered = ${list([...commands.map(({ name }) => name), "--help", "--version"])} }
  elseif ($values.ContainsKey("$($before[1]) $($before[-1])")) { $offered = $values["$($before[1]) $($before[-1])"] }
  elseif ($wordToComplete.StartsWith('-')) { $offered = $flags[$before[1]] }
  else { $offered = $arguments[$before[1]] }
  # Where nothing is offered, PowerShell completes paths.
  $offered | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
}
`;
}

function pair(key: string, offer: Offer | undefined): readonly string[] {
  const words = offer === undefined ? [] : wordsOf(offer);
  return words.length === 0 ? [] : [`    ${quoted(key)} = ${list(words)}\n`];
}

function wordsOf(offer: Offer): readonly string[] {
  switch (offer.kind) {
    case "words":
      return offer.words;
    case "pairs":
      return offer.values.length === 0
        ? offer.words.map((word) => `${word}=`)
        : offer.words.flatMap((word) => offer.values.map((value) => `${word}=${value}`));
    default:
      return [];
  }
}

function list(words: readonly string[]): string {
  return `@(${words.map(quoted).join(", ")})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
