import { amountOf, cents } from '../fields/amount.ts'
import { readFileAmount } from '../uploads/reading/file-amount.ts'

/** Part of what is received, as the forms send it. */
interface Part {
  basis: 'percent' | 'perMember'
  percent: string | null
  amount: string | null
}

type Read<Value> = { value: Value } | { problem: string }

const isProblem = <Value>(read: Read<Value>): read is { problem: string } => 'problem' in read

/** '70', '70 %', '70.00%' → '70'. A bare fraction such as 0.7 may mean 70 % or 0.7 %, so it is refused. */
export function readFilePercent(text: string): Read<string> {
  const parts = /^(?<figure>\d{1,3}(?:\.\d+)?|\.\d+)\s*(?<sign>%|percent|pct)?$/i.exec(text.trim())?.groups
  if (!parts?.figure) return { problem: 'Must be a percentage, such as 70 %' }
  const figure = Number(parts.figure)
  if (!parts.sign && figure > 0 && figure < 1)
    return {
      problem: `Write ${plain(figure * 100)} % if that is meant, or ${plain(figure)} % for less than one percent`,
    }
  return { value: plain(figure) }
}

/** Without the noise of binary fractions: 0.07 * 100 is 7. */
const plain = (figure: number) => String(Number(figure.toFixed(6)))

const perMember = /\s*(?:(?:\/|per|a)\s*)?(?:pmpm|member(?:\s*(?:and|per|a|\/)\s*month)?|mbr|head|life)\.?$/i

/**
 * '70 %', '$12.00 per member', '12 pmpm' → basis and figure. A bare number is a percentage, unless `basis` says that it is
 * dollars; an amount with a dollar sign is dollars per member.
 */
export function readFilePart(text: string, basis: string): Read<Part> {
  const typed = text.trim()
  const isDollars = /\$|usd/i.test(typed) || perMember.test(typed) || (basis === 'perMember' && !typed.includes('%'))
  if (isDollars) {
    const amount = readFileAmount(typed.replace(perMember, ''))
    if (amount === undefined) return { problem: 'Must be a percentage such as 70 %, or $12.00 per member' }
    return { value: { basis: 'perMember', percent: null, amount: amountOf(cents(amount) ?? 0) } }
  }
  const percent = readFilePercent(typed)
  if (isProblem(percent)) return percent
  return { value: { basis: 'percent', percent: percent.value, amount: null } }
}
