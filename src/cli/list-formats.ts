import { formats } from "../formats/index.js";
import { profiles } from "../profiles/index.js";
import type { Io } from "./io.js";
import { table } from "./table.js";

/** The `formats` command: what is read, and for which endpoints it can be judged. */
export function listFormats(json: boolean, io: Io): number {
  if (json) {
    const listed = {
      formats: formats.map(({ id, title, carries, source, profile }) => ({ id, title, carries, source, profile })),
      profiles: profiles.map(({ id, title, formats: takes }) => ({ id, title, formats: takes })),
    };
    io.stdout.write(`${JSON.stringify(listed, null, 2)}\n`);
    return 0;
  }
  const formatRows = formats.map(({ id, title, carries }) => [id, title, carries.join(", ")]);
  const profileRows = profiles.map(({ id, title, formats: takes }) => [id, title, takes.join(", ")]);
  io.stdout.write(
    `${table(["FORMAT", "WHAT IT IS", "CARRIES"], formatRows)}\n${table(["PROFILE", "ENDPOINT", "TAKES"], profileRows)}\n` +
      "Formats are detected by what a transcript says; --format and --profile name one instead.\n",
  );
  return 0;
}
