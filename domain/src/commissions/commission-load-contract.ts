import { Id } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { ImportRun, mayLoad, UploadInput, UploadPeriod } from '../uploads/upload-contract.ts'

/**
 * Parameters of a commission file, in the query or as form fields. Rows have their own carrier and month; these values
 * apply where a row has none, and `carrierId` selects the profile for the headings.
 */
export const CommissionUploadInput = UploadInput.extend({
  carrierId: Id.optional(),
  month: UploadPeriod.shape.month.optional(),
  year: UploadPeriod.shape.year.optional(),
  /** Every row is another payment; otherwise a payment that an earlier file brought counts once. */
  onTop: UploadInput.shape.loadGoodRows,
  /** Deletes the loaded statements of the file's carriers and months at the same time. */
  replace: UploadInput.shape.loadGoodRows,
})

export const commissionLoads = {
  /** General file upload of the specification; accepts commission files. */
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
