import { parseArgs } from 'node:util'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { maxSampleRows, sampleLayouts, sampleVariants, writeSampleFile } from '../demo/sample-files.ts'

/** `npm run sample-file -- --layout ambetter --rows 1000 --variant good --out file.csv`: writes a sample carrier file. */
const { values } = parseArgs({
  options: {
    layout: { type: 'string', default: 'ambetter' },
    rows: { type: 'string', default: '1000' },
    variant: { type: 'string', default: 'good' },
    today: { type: 'string', default: todayIn(new Date()) },
    out: { type: 'string', default: 'sample.csv' },
  },
})
const layout = sampleLayouts.find((name) => name === values.layout)
const variant = sampleVariants.find((name) => name === values.variant)
const rows = Number(values.rows)
if (!layout || !variant || !Number.isInteger(rows) || rows < 1 || rows > maxSampleRows) {
  console.error(
    `--layout is one of ${sampleLayouts.join(', ')}; --variant one of ${sampleVariants.join(', ')}; --rows 1 to ${maxSampleRows}`,
  )
  process.exitCode = 1
} else {
  await writeSampleFile(values.out, { layout, variant, rows, today: values.today })
  console.log(`${values.out}: ${rows} rows of ${layout}, ${variant}`)
}
