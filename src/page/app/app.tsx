import { useEffect, useMemo, useRef } from "preact/hooks";
import type { DetailSource, PageData } from "../page-data.js";
import { ConversationView } from "./conversation.js";
import { filteredRows, filterOf } from "./filter.js";
import { PageHeader } from "./header.js";
import { Overview } from "./overview.js";
import { useAddress } from "./use-address.js";

/** The whole page: the overview with the list of conversations, or one conversation. */
export function App({ data, detailOf }: { readonly data: PageData; readonly detailOf: DetailSource }) {
  const [address, goTo] = useAddress();
  const filter = filterOf(address, data);
  const { rule, tool, severities, path, sort } = address;

  const rows = useMemo(() => filteredRows(data, filter, sort), [data, rule, tool, severities.join(), path, sort]);
  // A page of one conversation is that conversation.
  const only = data.rows.length === 1 && data.leftOut.rows === 0 ? data.rows[0] : undefined;
  const opened = address.conversation === null ? only : data.rows.find(({ id }) => id === address.conversation);
  const scrolled = useRef(0);
  const isList = address.conversation === null;
  useEffect(() => {
    if (isList) scrollTo(0, scrolled.current);
  }, [isList]);
  const open = (id: string) => {
    scrolled.current = scrollY;
    goTo({ conversation: id, finding: null });
    scrollTo(0, 0);
  };
  return (
    <>
      <PageHeader data={data} isWhole={opened === undefined} />
      <main>
        {opened === undefined ? (
          <Overview data={data} rows={rows} filter={filter} address={address} goTo={goTo} open={open} />
        ) : (
          <ConversationView
            key={opened.id}
            data={data}
            row={opened}
            detail={opened.detail === null ? undefined : detailOf(opened.detail)}
            rows={rows}
            address={address}
            goTo={goTo}
            isOnly={only !== undefined}
          />
        )}
      </main>
      <footer>
        Made by {data.tool.name} {data.tool.version}. {data.redacted && "Values and text of the transcripts are hidden."}
      </footer>
    </>
  );
}
