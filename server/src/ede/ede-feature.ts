import type { Feature } from '../feature.ts'
import { edeRoutes } from './ede-routes.ts'
import { wizardSubject } from './wizard-subject.ts'

export const edeFeature: Feature = { routes: edeRoutes, consentSubjects: { wizard: wizardSubject } }
