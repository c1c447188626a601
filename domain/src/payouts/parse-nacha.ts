/** File as a bank reads it; written from the record layouts alone, without code of the product. */
export interface ParsedNacha {
  destination: string
  origin: string
  modifier: string
  batches: { service: string; code: string; effective: string; entries: ParsedEntry[] }[]
  entryHash: string
  credit: bigint
  debit: bigint
}
export interface ParsedEntry {
  transaction: string
  routing: string
  account: string
  amount: bigint
  individual: string
  name: string
  trace: string
}

/** Cuts a record into fields of the given lengths. */
function cut(record: string, ...lengths: number[]): string[] {
  let from = 0
  return lengths.map((length) => {
    from += length
    return record.substring(from - length, from)
  })
}

function demand(holds: boolean, what: string): void {
  if (!holds) throw new Error(`NACHA: ${what}`)
}

/** Reads a file and checks everything a bank would: lengths, order, check digits, counts, hashes and sums. */
export function parseNacha(text: string): ParsedNacha {
  demand(/^[\x20-\x7e\r\n]*$/.test(text), 'only printable ASCII')
  const records = text.split('\r\n')
  demand(records.pop() === '', 'the last record ends')
  demand(
    records.every((record) => record.length === 94),
    '94 characters each',
  )
  demand(records.length % 10 === 0, 'whole blocks of ten')
  const [header = '', ...rest] = records
  const [
    type,
    priority,
    destination = '',
    origin = '',
    created = '',
    time = '',
    modifier = '',
    size,
    blocking,
    format,
  ] = cut(header, 1, 2, 10, 10, 6, 4, 1, 3, 2, 1)
  demand([type, priority, size, blocking, format].join() === '1,01,094,10,1', 'the constants of the file header')
  demand(/^\d{6}$/.test(created) && /^([01]\d|2[0-3])[0-5]\d$/.test(time), 'the time of the file')
  demand(/^[A-Z0-9]$/.test(modifier), 'the id modifier')
  const batches: ParsedNacha['batches'] = []
  let [count, hash, credit, debit, lastTrace] = [0, 0n, 0n, 0n, '']
  let at = 0
  while (rest[at]?.startsWith('5')) {
    const [
      ,
      service = '',
      ,
      ,
      company = '',
      code = '',
      ,
      ,
      effective = '',
      settlement,
      status,
      odfi = '',
      number = '',
    ] = cut(rest[at] ?? '', 1, 3, 16, 20, 10, 3, 10, 6, 6, 3, 1, 8, 7)
    demand(
      (service === '200' || service === '220') && settlement === '   ' && status === '1',
      'the constants of the batch header',
    )
    demand(Number(number) === batches.length + 1, 'batches count from 1')
    at += 1
    const entries: ParsedEntry[] = []
    let [batchHash, batchCredit, batchDebit] = [0n, 0n, 0n]
    while (rest[at]?.startsWith('6')) {
      const [
        ,
        transaction = '',
        bank = '',
        check = '',
        account = '',
        amount = '',
        individual = '',
        name = '',
        ,
        addenda,
        trace = '',
      ] = cut(rest[at] ?? '', 1, 2, 8, 1, 17, 10, 15, 22, 2, 1, 15)
      const isDebit = transaction === '27' || transaction === '37'
      demand(isDebit || transaction === '22' || transaction === '32', 'credits and debits of checking or savings')
      demand(service === '200' || !isDebit, 'no debits in a batch of credits only')
      const sum = [...bank].reduce((total, digit, place) => total + Number(digit) * ([3, 7, 1][place % 3] ?? 0), 0)
      demand(Number(check) === (10 - (sum % 10)) % 10, 'the check digit')
      demand(/^\d{10}$/.test(amount) && BigInt(amount) > 0n, 'a positive amount')
      demand(addenda === '0' && trace.startsWith(odfi) && trace > lastTrace, 'ascending trace numbers')
      lastTrace = trace
      entries.push({
        transaction,
        routing: bank + check,
        account: account.trimEnd(),
        amount: BigInt(amount),
        individual: individual.trimEnd(),
        name: name.trimEnd(),
        trace,
      })
      batchHash += BigInt(bank)
      if (isDebit) batchDebit += BigInt(amount)
      else batchCredit += BigInt(amount)
      at += 1
    }
    const control = cut(rest[at] ?? '', 1, 3, 6, 10, 12, 12, 10, 19, 6, 8, 7)
    demand(
      control.join('|') ===
        [
          '8',
          service,
          String(entries.length).padStart(6, '0'),
          String(batchHash % 10n ** 10n).padStart(10, '0'),
          String(batchDebit).padStart(12, '0'),
          String(batchCredit).padStart(12, '0'),
          company,
          ' '.repeat(19),
          ' '.repeat(6),
          odfi,
          number,
        ].join('|'),
      'the batch control',
    )
    demand(entries.length > 0, 'a batch has entries')
    demand(service === '220' || batchDebit === batchCredit, 'a balanced batch debits what it credits')
    at += 1
    batches.push({ service, code, effective, entries })
    count += entries.length
    hash += batchHash
    credit += batchCredit
    debit += batchDebit
  }
  const entryHash = String(hash % 10n ** 10n).padStart(10, '0')
  demand(
    rest[at] ===
      `9${String(batches.length).padStart(6, '0')}${String(records.length / 10).padStart(6, '0')}${String(count).padStart(8, '0')}` +
        `${entryHash}${String(debit).padStart(12, '0')}${String(credit).padStart(12, '0')}${' '.repeat(39)}`,
    'the file control',
  )
  const filler = rest.slice(at + 1)
  demand(filler.length < 10 && filler.every((record) => record === '9'.repeat(94)), 'nines to a whole block')
  return { destination, origin, modifier, batches, entryHash, credit, debit }
}
