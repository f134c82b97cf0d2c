import type { PageDeclaration } from "../page-data.js";
import { layOut } from "./json-layout.js";
import { type Parameter, parametersOf } from "./parameters.js";
import { MarkedText } from "./text.js";

interface DeclarationProps {
  readonly declaration: PageDeclaration | undefined;
  readonly isOpen: boolean;
  /** Parameters that a finding is about. */
  readonly faulty: ReadonlySet<string>;
}

/** What the tool declares, beside what it was called with. */
export function Declaration({ declaration, isOpen, faulty }: DeclarationProps) {
  if (declaration === undefined) return <p class="declaration none">Not declared in the recording</p>;
  const { description, schema, isLeftOut } = declaration;
  const parameters = schema === null ? undefined : parametersOf(schema);
  return (
    <details class="declaration" open={isOpen}>
      <summary>Declaration</summary>
      {description !== null && <p class="description">{description}</p>}
      {isLeftOut && <p class="left-out">The schema is too long for this page</p>}
      {schema === null && !isLeftOut && <p class="empty">No schema is declared</p>}
      {parameters !== undefined && (
        <ul class="parameters">
          {parameters.length === 0 && <li class="empty">No parameters</li>}
          {parameters.map((parameter) => (
            <ParameterLine parameter={parameter} isFaulty={faulty.has(parameter.name)} />
          ))}
        </ul>
      )}
      {schema !== null && (
        <details class="schema" open={parameters === undefined}>
          <summary>JSON Schema</summary>
          <pre class="json">
            <MarkedText pieces={layOut(schema) ?? [{ text: schema, from: 0, kind: "mark" }]} marks={[]} />
          </pre>
        </details>
      )}
    </details>
  );
}

function ParameterLine({ parameter, isFaulty }: { readonly parameter: Parameter; readonly isFaulty: boolean }) {
  const { name, type, isRequired, description } = parameter;
  return (
    <li class={isFaulty ? "faulty" : ""}>
      {isFaulty && <span class="unseen">At fault: </span>}
      <code class="key">{name}</code> <code class="type">{type}</code> {isRequired && <span class="required">required</span>}
      {description !== null && <p>{description}</p>}
    </li>
  );
}
