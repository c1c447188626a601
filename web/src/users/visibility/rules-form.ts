import { ruleProblem } from '@coverdesk/domain/users/visible-agents.ts'
import { z } from 'zod'
import { ruleAreas } from './visibility-words.ts'

/** Rules of the form: complete and without duplicates. */
export const RulesForm = z.object({
  rules: z
    .array(z.object({ agentId: z.string().min(1, 'Choose an agent'), resourceId: z.enum(ruleAreas) }))
    .max(500)
    .superRefine((rules, context) => {
      for (const [index, { agentId, resourceId }] of rules.entries()) {
        const first = rules.findIndex((rule) => rule.agentId === agentId && rule.resourceId === resourceId)
        const problem = first === index ? ruleProblem({ agentId, resourceId }, rules) : 'This rule already exists'
        if (agentId === '' || problem === null) continue
        context.addIssue({ code: 'custom', path: [index, 'agentId'], message: problem })
      }
    }),
})
export type RulesForm = z.input<typeof RulesForm>
