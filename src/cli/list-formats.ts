import { formats } from "../formats/index.js";
import { profiles } from "../profiles/index.js";
import { Configs } from "../run/configs.js";
import { escapeControls } from "../text/quote.js";
import type { Io } from "./io.js";
import { table } from "./table.js";

/**
 * The `formats` command: what is read, those of the configuration first, and for which endpoints it can be judged.
 *
 * @throws UsageError with a line for each thing wrong in the configuration
 */
export async function listFormats(json: boolean, config: string | false | undefined, io: Io): Promise<number> {
  const loaded = await new Configs(config, io).for(io.cwd);
  const own = new Set(loaded?.extensions.formats);
  const all = [...own, ...formats];
  if (json) {
    const listed = {
      formats: all.map((format) => {
        const { id, title, carries, source, profile } = format;
        return { id, title, carries, source, profile, isOwn: own.has(format) };
      }),
      profiles: profiles.map(({ id, title, formats: takes }) => ({ id, title, formats: takes })),
    };
    io.stdout.write(`${JSON.stringify(listed, null, 2)}\n`);
    return 0;
  }
  const formatRows = all.map((format) => [
    format.id,
    `${escapeControls(format.title)}${own.has(format) ? " (from the configuration)" : ""}`,
    format.carries.join(", "),
  ]);
  const profileRows = profiles.map(({ id, title, formats: takes }) => [id, title, takes.join(", ")]);
  io.stdout.write(
    `${table(["FORMAT", "WHAT IT IS", "CARRIES"], formatRows)}\n${table(["PROFILE", "ENDPOINT", "TAKES"], profileRows)}\n` +
      "Formats are detected by what a transcript says; --format and --profile name one instead.\n" +
      "`guardrails formats --draft FILE` prints a first table for a log that none of them reads.\n",
  );
  return 0;
}
