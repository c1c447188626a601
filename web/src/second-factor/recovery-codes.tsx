import { Button, Checkbox } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { saveFile } from '../platform/api/call.ts'
import { useBrand } from '../platform/page/brand.ts'
import { copyText } from '../platform/toasts/copy-text.ts'
import { usePhone } from '../ui/basics/use-phone.ts'
import css from './second-factor.module.css'

/** Recovery codes, shown once: continuing confirms that they are saved. */
export function RecoveryCodesStep({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { name } = useBrand()
  const [confirmed, setConfirmed] = useState(false)
  const size = usePhone() ? 'xl' : 'sm'
  const text = `${codes.join('\n')}\n`
  const file = () => new Blob([`Recovery codes for ${name}. Each works once.\n\n${text}`], { type: 'text/plain' })
  return (
    <div className={css.step}>
      <p className={css.words}>
        Use a recovery code to log in without your phone. Each works once. Store them with your passwords; they are not
        shown again.
      </p>
      <ol className={css.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={css.buttons}>
        <Button
          size={size}
          leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
          onClick={() => copyText(text, 'Codes copied!')}
        >
          Copy
        </Button>
        <Button
          size={size}
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          onClick={() => saveFile(file(), 'recovery-codes.txt')}
        >
          Download
        </Button>
      </div>
      <Checkbox
        label="I have saved them"
        checked={confirmed}
        onChange={(event) => setConfirmed(event.currentTarget.checked)}
      />
      <div className={css.foot}>
        <Button size={size} variant="filled" disabled={!confirmed} onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}
