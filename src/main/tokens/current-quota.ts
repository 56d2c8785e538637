/** The present quota of a credential: its token rules over the ledger's entries. */
import type { Connection } from '../../shared/model/connection.ts';
import type { Api } from '../../shared/model/primitives.ts';
import type { TokenQuota } from '../../shared/model/token.ts';
import type { TokenRuleSet } from '../../shared/model/token-rules.ts';
import type { Clock } from '../platform/ports.ts';
import type { Vault } from '../vault/vault.ts';
import type { Ledger, LedgerView } from './ledger.ts';
import { quotaOf, rulesInForce } from './quota.ts';
import { ledgerKey } from './token-endpoint.ts';

/** Returns the token rules of one API of a connection: the person's own rules, or a set of the preset. */
export type TokenRulesOf = (connection: Connection, api: Api) => Pick<TokenRuleSet, 'rules' | 'assumed'>;

export interface QuotaDeps {
  readonly vault: Pick<Vault, 'connectionOf'>;
  readonly rulesOf: TokenRulesOf;
  readonly ledger: Ledger;
  readonly clock: Clock;
}

/** Returns the present quota of a credential, with its token rules and ledger entries. Throws `notFound`. */
export function currentQuota(deps: QuotaDeps, credentialId: string) {
  const { connection, credential } = deps.vault.connectionOf(credentialId);
  const view: LedgerView = deps.ledger.view(ledgerKey(connection, credential));
  const { issuances, reported: server, countReports, lifetimeMs } = view;
  const chosen = deps.rulesOf(connection, credential.api);
  const rules = rulesInForce(chosen.rules, chosen.assumed, lifetimeMs);
  const quota: TokenQuota = quotaOf({
    ...{ rules, reset: connection.quotaReset, issuances, server, countReports },
    now: deps.clock.now(),
  });
  return { connection, credential, view, rules, quota };
}
