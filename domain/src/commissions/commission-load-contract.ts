import { Id } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { ImportRun, mayLoad, UploadInput, UploadPeriod } from '../uploads/upload-contract.ts'

/**
 * What goes with a file of commissions, in the query or as form fields. The rows say their carrier and month themselves:
 * what is said here counts where they do not, and `carrierId` names whose profile reads the headings.
 */
export const CommissionUploadInput = UploadInput.extend({
  carrierId: Id.optional(),
  month: UploadPeriod.shape.month.optional(),
  year: UploadPeriod.shape.year.optional(),
  /**
   * Rows for an agent, policy and month that an earlier file has paid come on top of it; otherwise they correct it, and
   * the same amount again is no second payment.
   */
  onTop: UploadInput.shape.loadGoodRows,
})

export const commissionLoads = {
  /** The general file upload of the specification; the files that it takes are commissions. */
  upload: route({
    method: 'POST',
    path: '/api/FileUpload/upload',
    allow: mayLoad,
    body: 'file',
    audit: 'own',
    repeat: { never: 'a file is refused when it is loaded a second time, and a run has an id of its own' },
    summary: 'Load a CSV of commissions: all of it or none of it',
    input: CommissionUploadInput,
    output: ImportRun,
  }),
  check: route({
    method: 'POST',
    path: '/api/FileUpload/check',
    allow: mayLoad,
    body: 'file',
    audit: { reads: 'import run' },
    repeat: { never: 'a file is refused when it is loaded a second time, and a run has an id of its own' },
    summary:
      'Dry run of a file of commissions: what it would change, with money before and after; writes nothing to the book',
    input: CommissionUploadInput,
    output: ImportRun,
  }),
}
