import { serveImports } from '../platform/imports/import-worker.ts'
import { importDefinitions } from './import-definitions.ts'

serveImports(importDefinitions)
