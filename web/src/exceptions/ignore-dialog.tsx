import { exceptions } from '@coverdesk/domain/exceptions/exception-contract.ts'
import { z } from 'zod'
import { TextField } from '../ui/fields/text-fields.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'

const Reason = z.strictObject({ reason: exceptions.ignore.input.shape.reason })
type Reason = z.infer<typeof Reason>

interface Props {
  /** Number of lines; undefined while it is closed. */
  lines: number | undefined
  onClose(): void
  onIgnore(reason: string): Promise<unknown>
}

/** Asks why lines are none of ours. */
export function IgnoreDialog({ lines, onClose, onIgnore }: Props) {
  const count = lines === 1 ? 'the line' : `${(lines ?? 0).toLocaleString('en-US')} lines`
  return (
    <FormModal<Reason, Reason>
      opened={lines !== undefined}
      onClose={onClose}
      title={lines === 1 ? 'Not ours' : `Not ours: ${count}`}
      schema={Reason}
      values={{ reason: '' }}
      submit={`Ignore ${count}`}
      width={440}
      onSubmit={({ reason }) => onIgnore(reason)}
    >
      <TextField<Reason>
        name="reason"
        label="Reason"
        maxLength={200}
        help="All lines with the same number and name are ignored, earlier and later ones. What a closed pay run paid for them is taken back in the next one. You can undo it."
      />
    </FormModal>
  )
}
