import { serveImport } from '../platform/import-worker.ts'
import { importDefinitions } from './import-definitions.ts'

await serveImport(importDefinitions)
