import { exceptions } from '@coverdesk/domain/exceptions/exception-contract.ts'
import { listOrExport } from '../platform/exports/list-export.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { exceptionExport } from './exception-list.ts'
import { summarizeExceptions } from './exception-queries.ts'
import { explainException } from './explain-exception.ts'
import { ignoreExceptions, resolveException, undoResolution } from './resolve-exception.ts'

export function exceptionRoutes(on: Bind): void {
  on(exceptions.list, (call, query) =>
    listOrExport(call, exceptionExport(query), query, call.user.visibility('Statement')),
  )
  on(exceptions.summary, summarizeExceptions)
  on(exceptions.one, explainException)
  on(exceptions.resolve, resolveException)
  on(exceptions.ignore, ignoreExceptions)
  on(exceptions.undo, undoResolution)
}
