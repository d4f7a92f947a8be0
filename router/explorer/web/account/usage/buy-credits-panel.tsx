import type { CreditCatalogue, OpenedPage } from "./billing.types.ts";
import { FaultNote } from "../fault-note.tsx";
import { Panel } from "../panel.tsx";
import { returnUrls } from "./return-from-payment.ts";
import { Table } from "../../ui/table.tsx";
import { useAction } from "../use-action.ts";
import { usePanel } from "../use-panel.ts";
import { moneyWords, numberWords } from "../words.ts";

const appId = "central";
const variables = { appId };

/** Credit packages, with a link to the payment page. */
export function BuyCreditsPanel() {
  const [state] = usePanel<CreditCatalogue>("CreditPackages", variables);
  const action = useAction();
  const buy = async (packageId: string) => {
    const input = { appId, packageId, ...returnUrls(null) };
    const opened = await action.run<OpenedPage>("PurchaseCredits", { input }, "Opening the payment page …");
    if (opened) window.location.assign(opened.url);
  };
  return (
    <Panel name="CreditPackages" variables={variables} state={state}>
      {({ packages }) => (
        <>
          <p role="status">{action.said}</p>
          {action.fault && <FaultNote fault={action.fault} />}
          <Table
            caption="Credit packages"
            rows={packages.filter(({ active }) => active)}
            keyOf={({ packageId }) => packageId}
            columns={[
              { name: "Package", cell: ({ name }) => name },
              {
                name: "Credits",
                isNumber: true,
                cell: ({ credits, bonusCredits }) => numberWords(credits + bonusCredits),
              },
              { name: "Price", isNumber: true, cell: ({ price, currency }) => moneyWords(price, currency) },
              {
                name: "Buy",
                cell: ({ packageId, name }) => (
                  <button
                    type="button"
                    class="small-button"
                    disabled={action.isRunning}
                    aria-label={`Buy ${name}`}
                    onClick={() => void buy(packageId)}
                  >
                    Buy
                  </button>
                ),
              },
            ]}
          />
        </>
      )}
    </Panel>
  );
}
