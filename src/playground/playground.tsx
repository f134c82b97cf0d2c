import { render } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type MountedPage, mount } from "../page/app/mount.js";
import "../page/app/style.css";
import { version } from "../version.js";
import { added, download } from "./files.js";
import { Intake } from "./intake.js";
import { type Given, type Judged, judge, pageOf } from "./judge.js";
import "./playground.css";

const nothing: Given = { files: [], toolFiles: [], format: null, profile: null };

/** The report's page with the core in it: what is given is checked here, and nowhere else. */
function Playground() {
  const [given, setGiven] = useState(nothing);
  const [typed, setTyped] = useState("");
  const [judged, setJudged] = useState<Judged | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [hidesText, setHidesText] = useState(false);
  const whole = useMemo(
    () => (typed.trim() === "" ? given : { ...given, files: added(given.files, [{ path: "pasted.json", text: typed }]) }),
    [given, typed],
  );
  useEffect(() => {
    let isLatest = true;
    const run = async () => {
      const next = whole.files.length === 0 ? null : await judge(whole);
      if (!isLatest) return;
      setJudged(next);
      setTrouble(null);
    };
    // While somebody types, only the last text is checked.
    const wait = setTimeout(() => run().catch((error: unknown) => isLatest && setTrouble(wordsOf(error))), typed === "" ? 0 : 200);
    return () => {
      isLatest = false;
      clearTimeout(wait);
    };
  }, [whole]);
  const save = () =>
    pageOf(whole, hidesText).then(
      (page) => download("guardrails.html", page),
      (error: unknown) => setTrouble(wordsOf(error)),
    );
  return (
    <>
      <header class="playground">
        <div class="bar">
          <p class="title">
            <strong>guardrails playground</strong> <small>{version}</small>
          </p>
          <p>
            <small>Checks recorded tool calls in this page: nothing leaves your machine.</small>
          </p>
        </div>
        <Intake
          given={given}
          change={(change) => setGiven((before) => ({ ...before, ...change }))}
          typed={typed}
          type={setTyped}
          tell={setTrouble}
        />
        {trouble !== null && (
          <p class="trouble" role="alert">
            {trouble}
          </p>
        )}
        {judged !== null && (
          <div class="share">
            <button type="button" onClick={save}>
              Save as one page
            </button>
            <label>
              <input type="checkbox" checked={hidesText} onChange={({ currentTarget }) => setHidesText(currentTarget.checked)} /> hide
              values and text
            </label>
          </div>
        )}
      </header>
      {judged !== null && <Drawn judged={judged} />}
    </>
  );
}

/** The page of the report, as the report itself draws it. */
function Drawn({ judged: { data, detailOf } }: { readonly judged: Judged }) {
  const root = useRef<HTMLDivElement>(null);
  const page = useRef<MountedPage | null>(null);
  useEffect(() => {
    if (page.current !== null) page.current.update(data, detailOf);
    else if (root.current !== null) page.current = mount(root.current, data, detailOf);
  }, [data, detailOf]);
  useEffect(() => () => page.current?.unmount(), []);
  return <div ref={root} />;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const root = document.getElementById("app");
if (root !== null) render(<Playground />, root);
