import { exampleFile } from '@coverdesk/domain/term-files/example-file.ts'
import type { TermFileKind } from '@coverdesk/domain/uploads/import-kinds.ts'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { saveFile } from '../../platform/api/call.ts'
import { FileDrop } from '../../ui/fields/file-drop.tsx'
import { fileKind } from '../file-kind.ts'
import { CheckFailed, Checking, columnsMissing, fileNote } from '../load-dialog/load-check.tsx'
import type { DryRun } from '../load-dialog/use-dry-run.ts'
import css from '../load-policies.module.css'
import { FileLines } from '../mapping/file-lines.tsx'
import { asItIs } from '../mapping/file-reading.ts'
import { withChoices } from '../mapping/heading-choices.ts'
import { HeadingGrid } from '../mapping/heading-grid.tsx'
import { UnknownValues } from '../mapping/unknown-values.tsx'
import { CheckCounts } from '../rows/check-counts.tsx'
import { CheckedRows } from '../rows/checked-rows.tsx'
import { PastTermLoads } from './past-term-loads.tsx'
import { termWords } from './term-file-words.ts'
import terms from './term-files.module.css'
import type { TermForm } from './term-form.ts'

interface Props {
  kind: TermFileKind
  form: TermForm
  dryRun: DryRun
  change(part: Partial<TermForm>): void
}

/** Form before 'Load': drop zone, and the dry run of the file, or the past loads. */
export function TermFormView(props: Props) {
  const { kind, form, dryRun, change } = props
  return (
    <section className={css.main} aria-label="Terms file">
      <div className={css.fileLine}>
        <FileDrop
          file={form.file}
          onFile={(file) => change({ file, ...asItIs, loadGoodRows: false })}
          note={fileNote(dryRun)}
          endings={['.csv', '.xlsx']}
        />
      </div>
      {form.file ? (
        <DryRunOfTerms {...props} size={form.file.size} />
      ) : (
        <div className={terms.start}>
          <p>{termWords[kind].help}</p>
          <Button
            variant="subtle"
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
            onClick={() => saveFile(new Blob([exampleFile(kind)], { type: 'text/csv' }), `${kind}-example.csv`)}
          >
            Download an example file
          </Button>
          <PastTermLoads kind={kind} />
        </div>
      )}
    </section>
  )
}

function DryRunOfTerms({ kind, form, dryRun, change, size }: Props & { size: number }) {
  const { run, checking, failure } = dryRun
  const headings = withChoices(run?.headings ?? [], form.choices)
  const missing = columnsMissing(fileKind(kind).shape, headings)
  return (
    <>
      {failure && !checking ? (
        <CheckFailed why={failure} missing={missing} onAgain={() => change({ attempt: form.attempt + 1 })} />
      ) : null}
      {checking ? <Checking kind={kind} dryRun={dryRun} size={size} /> : null}
      {run ? <FileLines run={run} onHeadingLine={(headingLine) => change({ headingLine, choices: {} })} /> : null}
      {headings.length > 0 ? (
        <HeadingGrid
          kind={kind}
          uses={headings}
          choices={form.choices}
          profileName="name"
          onChoices={(choices) => change({ choices })}
          onSaveProfile={undefined}
          saving={false}
        />
      ) : null}
      {run ? (
        <UnknownValues
          kind={kind}
          unknown={run.unknownValues}
          values={form.values}
          profileName={null}
          onValues={(values) => change({ values })}
        />
      ) : null}
      {failure && !checking ? null : (
        <div className={css.result} data-old={checking || undefined}>
          <CheckCounts kind={kind} run={run} />
          {run ? <CheckedRows key={run.id} run={run} /> : null}
        </div>
      )}
    </>
  )
}
