import { loadPlanFiles } from '../plan-data/load-plan-files.ts'
import { serveImports } from '../platform/imports/serve-imports.ts'
import { importDefinitions } from './import-definitions.ts'

serveImports(importDefinitions, { plans: loadPlanFiles })
