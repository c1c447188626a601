import { authorizationRules, authorizations } from '@coverdesk/domain/authorizations/authorization-contract.ts'
import type { Feature } from '../feature.ts'
import { changeRules, listRules } from './authorization-rules.ts'
import { authorizationSubject } from './authorization-subject.ts'
import { confirmAuthorization, sendCode, showAuthorization } from './authorize-agent.ts'

export const authorizationFeature: Feature = {
  routes: (on) => {
    on(authorizations.one, showAuthorization)
    on(authorizations.send, sendCode)
    on(authorizations.confirm, confirmAuthorization)
    on(authorizationRules.list, listRules)
    on(authorizationRules.change, changeRules)
  },
  consentSubjects: { named: authorizationSubject },
}
