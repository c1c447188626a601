import type {
  CoverageAnswer,
  DirectoryKind,
  DrugAnswer,
  PlanCoverage,
  ProviderAnswer,
} from '@coverdesk/domain/plans/directory-contract.ts'
import type { CoverageQuestion } from './plan-directory.ts'

type Said = Partial<Omit<ProviderAnswer & DrugAnswer, 'id' | 'answer'>> & { answer: CoverageAnswer }

/** An answer for each plan, doctor and drug of a question, in its order; what a source does not state is nothing. */
export function answersOf(
  { planIds, providers, drugs }: Pick<CoverageQuestion, 'planIds' | 'providers' | 'drugs'>,
  say: (kind: DirectoryKind, id: string, planId: string) => Said,
): PlanCoverage[] {
  return planIds.map((planId) => ({
    planId,
    providers: providers.map((id) => {
      const { answer, tier = null, accepting = null } = say('providers', id, planId)
      return { id, answer, tier, accepting }
    }),
    drugs: drugs.map((id) => {
      const said = say('drugs', id, planId)
      const { answer, tier = null, priorAuthorization = false, stepTherapy = false, quantityLimit = false } = said
      return { id, answer, tier, priorAuthorization, stepTherapy, quantityLimit }
    }),
  }))
}
