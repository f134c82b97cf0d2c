import { name as exampleName, text as exampleText } from "playground-example";
import { useEffect, useRef } from "preact/hooks";
import type { GivenFile } from "../browser/given-file.js";
import { formats } from "../formats/index.js";
import { profiles } from "../profiles/index.js";
import { added, readFiles } from "./files.js";
import type { Given } from "./judge.js";

/** Longer texts become a file when they are pasted: a field with megabytes is slow to type in. */
const longestTyped = 200_000;

interface IntakeProps {
  readonly given: Given;
  readonly change: (change: Partial<Given>) => void;
  /** What the field holds. */
  readonly typed: string;
  readonly type: (text: string) => void;
  readonly tell: (trouble: string | null) => void;
}

/** Takes transcripts and settings: files that are dropped, chosen or pasted, and text. */
export function Intake({ given, change, typed, type, tell }: IntakeProps) {
  const latest = useRef(given);
  latest.current = given;
  const take = async (list: Iterable<File>, key: "files" | "toolFiles" = "files") => {
    const { files, unread } = await readFiles(list);
    tell(unread.length === 0 ? null : `Cannot read ${unread.join(", ")}: drop files, not folders`);
    change({ [key]: added(latest.current[key], files) });
  };
  useEffect(() => {
    const over = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      const text = event.dataTransfer?.getData("text/plain") ?? "";
      if (files.length > 0) void take(files);
      else if (text !== "") takeText(text);
    };
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData("text/plain") ?? "";
      const isField = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
      if (files.length === 0 && (text === "" || (isField && text.length <= longestTyped))) return;
      event.preventDefault();
      if (files.length > 0) void take(files);
      else takeText(text);
    };
    addEventListener("dragover", over);
    addEventListener("drop", drop);
    addEventListener("paste", paste);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("drop", drop);
      removeEventListener("paste", paste);
    };
  }, []);
  const takeText = (text: string) => {
    if (text.length <= longestTyped) type(text);
    else change({ files: added(latest.current.files, [{ path: "pasted.json", text }]) });
  };
  return (
    <form class="intake" onSubmit={(event) => event.preventDefault()}>
      <label class="field paste">
        Paste a transcript, or drop files anywhere on this page
        <textarea
          spellcheck={false}
          rows={typed === "" && given.files.length > 0 ? 2 : 6}
          placeholder='{"messages": […], "tools": […]}, JSON Lines, an event stream, YAML, …'
          value={typed}
          onInput={({ currentTarget }) => type(currentTarget.value)}
        />
      </label>
      <div class="choices">
        <FileChoice label="Choose files" take={(list) => void take(list)} />
        <FileChoice label="Tool declarations" take={(list) => void take(list, "toolFiles")} />
        <Choice label="Format" ids={formats.map(({ id }) => id)} value={given.format} choose={(format) => change({ format })} />
        <Choice label="Profile" ids={profiles.map(({ id }) => id)} value={given.profile} choose={(profile) => change({ profile })} />
        <button
          type="button"
          class="quiet"
          onClick={() => change({ files: added(given.files, [{ path: exampleName, text: exampleText }]) })}
        >
          Try an example
        </button>
      </div>
      <FileList files={given.files} what="transcript" remove={(path) => change({ files: without(given.files, path) })} />
      <FileList files={given.toolFiles} what="declarations" remove={(path) => change({ toolFiles: without(given.toolFiles, path) })} />
    </form>
  );
}

function without(files: readonly GivenFile[], path: string): readonly GivenFile[] {
  return files.filter((file) => file.path !== path);
}

function FileChoice({ label, take }: { readonly label: string; readonly take: (list: readonly File[]) => void }) {
  return (
    <label class="field">
      {label}
      <input
        type="file"
        multiple
        onChange={({ currentTarget }) => {
          take([...(currentTarget.files ?? [])]);
          currentTarget.value = ""; // the same file may be chosen again
        }}
      />
    </label>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly ids: readonly string[];
  readonly value: string | null;
  readonly choose: (id: string | null) => void;
}

function Choice({ label, ids, value, choose }: ChoiceProps) {
  return (
    <label class="field">
      {label}
      <select value={value ?? ""} onChange={({ currentTarget }) => choose(currentTarget.value === "" ? null : currentTarget.value)}>
        <option value="">recognised</option>
        {ids.toSorted().map((id) => (
          <option value={id}>{id}</option>
        ))}
      </select>
    </label>
  );
}

interface FileListProps {
  readonly files: readonly GivenFile[];
  readonly what: string;
  readonly remove: (path: string) => void;
}

function FileList({ files, what, remove }: FileListProps) {
  if (files.length === 0) return null;
  return (
    <ul class="given" aria-label={`Files: ${what}`}>
      {files.map(({ path }) => (
        <li>
          <span class="path">{path}</span> {what === "declarations" && <small>{what}</small>}
          <button type="button" class="quiet" aria-label={`Remove ${path}`} onClick={() => remove(path)}>
            ✕
          </button>
        </li>
      ))}
    </ul>
  );
}
