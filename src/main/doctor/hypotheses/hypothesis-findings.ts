/** Weighs the statements of people: less than the evidence of a request or an answer. */
import type { CauseId } from '../../../shared/model/diagnosis.ts';
import type { Facts } from '../facts/facts.ts';
import { type Finding, say } from '../rule.ts';

/** The strength of clear words, in bits: between a moderate and a strong finding. Vague words weigh little. */
const CLEAR_BITS = 3.5;
const MAX_BITS = 4.5;

/** The findings from the message about a cause. */
export function hypothesisFindings(cause: CauseId, { surroundings }: Facts): Finding[] {
  let left = MAX_BITS;
  return surroundings.hypotheses
    .filter((one) => one.cause === cause)
    .map(({ says, isVague }) => {
      const finding = say.weak(`From the words of the message: ${says}.`);
      const bits = Math.min(left, isVague ? finding.bits : CLEAR_BITS);
      left -= bits;
      return { ...finding, bits, isHypothesis: true };
    });
}
