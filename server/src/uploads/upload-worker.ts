import { serveImports } from '../platform/import-worker.ts'
import { importDefinitions } from './import-definitions.ts'

serveImports(importDefinitions)
