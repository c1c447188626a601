import type {
  CoverageAnswer,
  DirectoryKind,
  DrugAnswer,
  PlanCoverage,
  ProviderAnswer,
} from '@coverdesk/domain/plans/directory-contract.ts'
import type { CoverageQuestion } from './plan-directory.ts'

type Statement = Partial<Omit<ProviderAnswer & DrugAnswer, 'id' | 'answer'>> & { answer: CoverageAnswer }

/** An answer for each plan, doctor and drug of a question, in its order; what a source does not state is null, or false for the limits of a drug. */
export function answersOf(
  { planIds, providers, drugs }: Pick<CoverageQuestion, 'planIds' | 'providers' | 'drugs'>,
  statementOf: (kind: DirectoryKind, id: string, planId: string) => Statement,
): PlanCoverage[] {
  return planIds.map((planId) => ({
    planId,
    providers: providers.map((id) => {
      const { answer, tier = null, accepting = null } = statementOf('providers', id, planId)
      return { id, answer, tier, accepting }
    }),
    drugs: drugs.map((id) => {
      const stated = statementOf('drugs', id, planId)
      const { answer, tier = null, priorAuthorization = false, stepTherapy = false, quantityLimit = false } = stated
      return { id, answer, tier, priorAuthorization, stepTherapy, quantityLimit }
    }),
  }))
}
