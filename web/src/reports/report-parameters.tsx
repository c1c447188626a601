import { readNumber, showNumber } from '@coverdesk/domain/fields/number-format.ts'
import type { Report } from '@coverdesk/domain/reports/report-contract.ts'
import { type ReportParam, readParams } from '@coverdesk/domain/reports/report-params.ts'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { NotationField } from '../ui/fields/amount-fields.tsx'
import { CheckboxField, SelectField } from '../ui/fields/choice-fields.tsx'
import { DateField } from '../ui/fields/date-field.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { FieldPair, FormModal } from '../ui/form/form-modal.tsx'

/** Form values: boolean for checkboxes, otherwise text. */
type Values = Record<string, string | boolean>

interface ReportParametersProps {
  /** The report; null when closed. */
  report: Report | null
  /** Name of the format: 'PDF'. */
  formatName: string
  onClose(): void
  onDownload(report: Report, params: Record<string, string>): Promise<unknown>
}

/** 'Report Parameters': an input for each parameter, by type, label, format and values (REPORT-02, REPORT-03). */
export function ReportParameters({ report, formatName, onClose, onDownload }: ReportParametersProps) {
  // Keeps its content while it closes.
  const [shown, setShown] = useState(report)
  if (report && report !== shown) setShown(report)
  const schema = useMemo(() => schemaOf(shown?.params ?? []), [shown])
  return (
    <FormModal<Values, Record<string, string>>
      opened={report !== null}
      onClose={onClose}
      title={shown ? `Report Parameters: ${shown.name}` : 'Report Parameters'}
      formKey={shown?.id ?? 0}
      schema={schema}
      values={initialValues(shown?.params ?? [])}
      submit={`Download ${formatName}`}
      onSubmit={async (params) => {
        if (!shown) return
        await onDownload(shown, params)
        onClose()
      }}
    >
      {pairDates(shown?.params ?? []).map(([first, second]) =>
        second ? (
          <FieldPair key={first.name}>
            <ParamField param={first} />
            <ParamField param={second} />
          </FieldPair>
        ) : (
          <ParamField key={first.name} param={first} />
        ),
      )}
    </FormModal>
  )
}

function ParamField({ param: { name, label, type, format, values, default: standard } }: { param: ReportParam }) {
  const field = { name, label, optional: standard === '' }
  if (type === 'date') return <DateField<Values> {...field} />
  if (type === 'boolean') return <CheckboxField<Values> {...field} />
  if (type === 'number') return <NotationField<Values> {...field} notation={notationOf(format ?? '0')} />
  if (type === 'list') {
    const choices = (values ?? []).map((choice) => ({ value: choice.value, label: choice.name }))
    return <SelectField<Values> {...field} source={{ choices }} />
  }
  return <TextField<Values> {...field} />
}

/** Number format of a parameter (REPORT-07). */
const notationOf = (format: string) => ({
  show: (value: string) => showNumber(value, format),
  read: (typed: string) => readNumber(typed, format),
  placeholder: showNumber('0', format),
})

/** Initial values: the current defaults. */
function initialValues(params: readonly ReportParam[]): Values {
  return Object.fromEntries(
    params.map(({ name, type, default: standard }) => [
      name,
      type === 'boolean' ? standard === 'true' : (standard ?? ''),
    ]),
  )
}

/** Form schema with the server's validation. */
function schemaOf(params: readonly ReportParam[]): z.ZodType<Record<string, string>, Values> {
  return z.custom<Values>().transform((form, context) => {
    const texts = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]))
    const { values, problems } = readParams(params, texts)
    for (const { path, message } of problems) context.addIssue({ code: 'custom', path: [path], message })
    return problems.length > 0 ? z.NEVER : values
  })
}

/** Puts two consecutive dates on one row. */
function pairDates(params: readonly ReportParam[]): [ReportParam, ReportParam?][] {
  const rows: [ReportParam, ReportParam?][] = []
  for (const param of params) {
    const last = rows.at(-1)
    if (param.type === 'date' && last?.length === 1 && last[0].type === 'date') last.push(param)
    else rows.push([param])
  }
  return rows
}
