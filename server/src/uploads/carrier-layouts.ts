/** Files as carriers send them, invented for tests: their headings, titles and notations are real ones, their people are not. */

interface BookLayout {
  name: string
  file: string
  /** Headings that the user maps. */
  mapping?: Readonly<Record<string, string>>
  /** Meanings that the user chooses. */
  values?: Readonly<Record<string, Readonly<Record<string, string>>>>
  unknown?: readonly string[]
  /** Number, first name, last name, effective date, status, premium and agent of each policy. */
  policies: readonly string[]
  /** Term date of each policy, where the file has more than one end. */
  termDates?: readonly string[]
}

interface StatementLayout extends Omit<BookLayout, 'policies' | 'unknown' | 'termDates'> {
  /** Whether the rows say their month; otherwise the form says 11/2026. */
  saysMonth?: boolean
  encoding?: string
  differences?: readonly { line: number; label: string; stated: string; sum: string }[]
  /** Number, month, amount, kind, insured and agent of each line. */
  lines: readonly string[]
}

export const bookLayouts: readonly BookLayout[] = [
  {
    name: 'Ambetter, with apostrophes and an endless term date',
    file: `Broker Name,Broker NPN,Policy Number,Plan Name,Insured First Name,Insured Last Name,Broker Effective Date,Broker Term Date,Policy Effective Date,Policy Term Date,Paid Through Date,County,State,On/Off Exchange,Exchange Subscriber ID,Member Phone Number,Member Email,Member Date Of Birth,Monthly Premium Amount,Member Responsibility,Autopay,Eligible for Commission,Number of Members,Payable Agent,AR Policy Type
Angela Morris,'19984127,'U90001111,Everyday Bronze,Rosa,de la Cruz,01/01/2026,12/31/9999,01/01/2026,12/31/9999,11/30/2026,Miami-Dade,FL,On,'0001112223,(305) 555-0142,rosa@example.com,04/17/1983,"$1,284.50",$0.00,Yes,Yes,2,Angela Morris,Individual
Angela Morris,'19984127,'U90001112,Complete Silver,Ian,McDonald,01/01/2026,12/31/9999,03/01/2026,10/31/2026,10/31/2026,Broward,FL,On,'0001112224,305-555-0143,,12/02/1971,$512.10,$12.10,No,Yes,1,Angela Morris,Individual
`,
    policies: [
      'U90001111|Rosa|de la Cruz|2026-01-01|Active|1284.50|Angela Morris',
      'U90001112|Ian|McDonald|2026-03-01|Terminated|512.10|Angela Morris',
    ],
  },
  {
    name: 'Molina, with an end in 2099',
    file: `HIX_ID,Member_First_Name,Member_Last_Name,dob,Gender,Broker_NPN,Effective_date,Paid_Through_Date,End_Date,Member_Premium,Total_Premium,Status,Member_Count,Address1,City,State,Zip
H1001,Siobhan,O'Neil,1983-04-17,F,19984127,2026-01-01,2026-11-30,1/1/2099,0,801.3,Effectuated,3,1 Ocean Dr,Miami,Florida,33139
H1002,Luis,Vance,1990-01-05,M,19984127,2026-12-01,,1/1/2099,5,310,Pending Payment,1,2 Ocean Dr,Miami,FL,2108
`,
    unknown: ['PolicyStatus: Pending Payment'],
    values: { PolicyStatus: { 'Pending Payment': 'Pending' } },
    policies: [
      "H1001|Siobhan|O'Neil|2026-01-01|Active|801.30|Angela Morris",
      'H1002|Luis|Vance|2026-12-01|Pending|310.00|Angela Morris',
    ],
  },
  {
    name: 'Oscar, which names no insured and whose number is called a member id',
    file: `Member ID,Plan,Enrollment type,State,Coverage start date,Coverage end date,Premium amount
OSC100-01,Bronze Classic,Auto-renewed,FL,"January 1, 2026","December 31, 2026","$402.19"
OSC101-01,Silver Simple,New,TX,"March 1, 2026","December 31, 2026","$1,210.00"
`,
    mapping: { 'Member ID': 'PolicyNumber' },
    policies: [
      'OSC100-01|No name|OSC100-01|2026-01-01|Active|402.19',
      'OSC101-01|No name|OSC101-01|2026-03-01|Active|1210.00',
    ],
  },
  {
    name: 'HealthSherpa client export, with a policy that was cancelled before it began',
    file: `ffm_app_id,ffm_subscriber_id,issuer,issuer_assigned_policy_id,issuer_assigned_subscriber_id,issuer_assigned_primary_member_id,plan_hios_id,plan_name,effective_date,expiration_date,date_cancelled,submission_date,application_creation_date,gross_premium,premium,net_premium,policy_status,policy_aor,household_size,applicant_count,followup_docs,dmi_status,dmi_deadline,svi_status,svi_deadline,last_ede_sync,first_name,last_name,state,phone,email,preferred_language,consent_status
5510001,0007771,Ambetter,U555,S555,M555,21663FL0130001,Silver,2026-01-01,2026-12-31,,2025-11-20,2025-11-18,644.02,0.00,0.00,PendingEffectuation,Angela Morris,3,2,,,,,,2025-12-01,Noemí,Zaldívar,FL,3055550142,n@example.com,es,collected
5510002,0007772,Ambetter,U556,S556,M556,21663FL0130001,Silver,2026-01-01,2026-12-31,2025-12-15,2025-11-21,2025-11-21,512.10,12.10,12.10,Cancelled,Angela Morris,1,1,income,open,2026-02-20,,,2025-12-16,Bo,Li,FL,3055550143,bo@example.com,en,revoked
`,
    mapping: { issuer_assigned_policy_id: 'PolicyNumber', policy_status: 'PolicyStatus', policy_aor: 'AgentName' },
    unknown: ['PolicyStatus: PendingEffectuation'],
    values: { PolicyStatus: { PendingEffectuation: 'Pending' } },
    policies: [
      'U555|Noemí|Zaldívar|2026-01-01|Pending|644.02|Angela Morris',
      'U556|Bo|Li|2026-01-01|Cancelled|512.10|Angela Morris',
    ],
    termDates: ['2026-12-31', '2026-12-31'],
  },
  {
    name: 'a regional plan: title lines, day counts, a state by an old name, a note and a total below',
    file: `Sunrise Regional Health Plan
"Broker Book of Business as of 11/02/2026, Agency 4471"

Contract No.,Sub First,Sub Last,Birth,St,Eff Dt,Gross Prem,Agent of Record,
SR-77,Eva,Díaz,30423,Fla.,46023,"1,010.00",Morris Angela A,
SR-78,Bo,Li,33000,FL,46054,98.5,"Morris, Angela",
Total policies: 2,,,,,,,,
Report generated 11/02/2026 08:15
`,
    mapping: {
      'Contract No.': 'PolicyNumber',
      'Sub First': 'FirstName',
      'Sub Last': 'LastName',
      Birth: 'DOB',
      St: 'State',
    },
    // The agent of a refused row shows once the row is read.
    unknown: ['State: Fla.'],
    values: { State: { 'Fla.': 'FL' }, AgentName: { 'Morris Angela A': '19984127' } },
    policies: [
      'SR-77|Eva|Díaz|2026-01-01|Active|1010.00|Angela Morris',
      'SR-78|Bo|Li|2026-02-01|Active|98.50|Angela Morris',
    ],
  },
  {
    name: 'Florida Blue, with a row for each member and names in one column',
    file: `Florida Blue - Agent Book of Business;;;;;;;;
Agency: SUNRISE COVERAGE   Run Date: 11/02/2026;;;;;;;;
;;;;;;;;
Contract #;Member Name;Rel;DOB;Product;Eff Date;Term Date;Premium;Agent
H1;NÚÑEZ, MARÍA;Spouse;5/6/73;BlueOptions 1423;1/1/26;;;MORRIS, ANGELA
H1;NÚÑEZ, JOSÉ A;Subscriber;3/4/71;BlueOptions 1423;1/1/26;;1,204.55;MORRIS, ANGELA
H1;NÚÑEZ, LEO;Dependent;7/8/12;BlueOptions 1423;1/1/26;;;MORRIS, ANGELA
H2;Piet Van der Berg;Self;9/10/55;BlueSelect;01JAN2026;6/30/26;800.00;MORRIS, ANGELA
;;;;;;;;
Total Contracts: 2;;;;;;;;
`,
    policies: [
      'H1|JOSÉ A|NÚÑEZ|2026-01-01|Active|1204.55|Angela Morris',
      'H2|Piet|Van der Berg|2026-01-01|Terminated|800.00|Angela Morris',
    ],
  },
  {
    name: 'Aetna, with two rows of headings that repeat',
    file: `Aetna CVS Health,,,,,,,,,
,Subscriber,,Policy,,,Premium,,Broker,
Member ID,First Name,Last Name,Effective Date,Term Date,Status,Gross,Net,NPN,Effective Date
W201,Ana,Boyd,01/01/2026,12/31/2026,Active,700.00,12.00,19984127,02/01/2026
`,
    policies: ['W201|Ana|Boyd|2026-01-01|Active|700.00|Angela Morris'],
  },
]

export const statementLayouts: readonly StatementLayout[] = [
  {
    name: 'a broker abroad: Spanish headings, days first and decimal commas',
    encoding: 'win1252',
    file: `Número de póliza;Asegurado;Agente;Comisión;Fecha de pago
A1;Ana Peña;Angela Morris;12,00;15/01/2026
A2;Bo Li;Angela Morris;-1.204,50;02/01/2026
`,
    saysMonth: true,
    mapping: {
      'Número de póliza': 'PolicyNumber',
      Asegurado: 'InsuredName',
      Agente: 'AgentName',
      Comisión: 'Amount',
      'Fecha de pago': 'Period',
    },
    lines: ['A1|01/2026|12.00|other|Ana Peña|Angela Morris', 'A2|01/2026|-1204.50|chargeback|Bo Li|Angela Morris'],
  },
  {
    name: 'a plan with two rows of headings, whose merged cells group the second',
    file: `Commission,,,,,Amounts,
Policy,Policy,Agent,Statement,,Gross,Net
Number,Holder,NPN,Month,Year,Commission,Commission
T1,Ana Boyd,="19984127",1,2026,10.00,9.00
T2,Bea "Bee" Cole,="19984127",1,2026,20.00,18.00
`,
    saysMonth: true,
    mapping: { 'Net Commission': 'Amount' },
    lines: ['T1|01/2026|9.00|other|Ana Boyd|Angela Morris', 'T2|01/2026|18.00|other|Bea "Bee" Cole|Angela Morris'],
  },
  {
    name: 'Centene, which names writer and earner, but neither policies nor insureds, with a total',
    saysMonth: true,
    file: `Writing Broker Name,Writing Broker NPN,Earner Name,Earner NPN,Pay Period,Payment Amount,Plan Name,Prior Plan Type,Plan Type,Effective Date,Member Term Date,Description
Angela Morris,19984127,Sunrise Agency,555,10/2026,$40.00,Everyday Bronze,,Bronze,1/1/2026,12/31/9999,Monthly commission
Angela Morris,19984127,Sunrise Agency,555,10/2026,$40.00,Everyday Bronze,,Bronze,3/1/2026,12/31/9999,Monthly commission
Angela Morris,19984127,Sunrise Agency,555,10/2026,($20.00),Complete Silver,Bronze,Silver,1/1/2026,8/31/2026,Member termed
Total,,,,,$60.00,,,,,,
`,
    lines: [
      'No number|10/2026|40.00|other|Angela Morris',
      'No number|10/2026|40.00|other|Angela Morris',
      'No number|10/2026|-20.00|chargeback|Angela Morris',
    ],
  },
  {
    name: 'Ambetter through an FMO, with a trailing minus and a total that is wrong',
    file: `Policy Number,Policyholder Name,Writing Agent ID,Agent Name,Policy Status,Issue Date,Commissionable,Gross Commission
U1-AR,Rosa de la Cruz,A77,Angela Morris,Active,1/1/2026,Y,"1,040.00"
U2-AR,Siobhan O'Neil,A77,Angela Morris,Termed,1/1/2026,Y,20.00-
Grand Total:,,,,,,,"1,060.00"
`,
    mapping: { 'Agent Name': 'AgentName' },
    differences: [{ line: 4, label: 'Grand Total:', stated: '1060.00', sum: '1020.00' }],
    lines: [
      'U1-AR|11/2026|1040.00|other|Rosa de la Cruz|Angela Morris',
      "U2-AR|11/2026|-20.00|chargeback|Siobhan O'Neil|Angela Morris",
    ],
  },
  {
    name: 'UHC, without policy numbers, unsigned with an action that means chargeback, tab-separated in UTF-16',
    encoding: 'utf16le',
    file: [
      'Statement Date\tWriting Agent Name\tMember Name\tOriginal Effective Date\tCommission Action\tCommission\tTerm Reason\tTerm Date',
      '10/31/2026\tAngela Morris\tIan McDonald\t1/1/2026\tNew\t25.00\t\t',
      '10/31/2026\tAngela Morris\tAna Vega\t1/1/2026\tCB\t25.00\tNon-payment\t9/30/2026',
      '10/31/2026\tAngela Morris\tBo Li\t1/1/2026\tTrue-up\t1.00\t\t',
      '',
    ].join('\r\n'),
    saysMonth: true,
    values: { Kind: { 'True-up': 'renewal' } },
    lines: [
      'No number, Ian McDonald|10/2026|25.00|initial|Ian McDonald|Angela Morris',
      'No number, Ana Vega|10/2026|-25.00|chargeback|Ana Vega|Angela Morris',
      'No number, Bo Li|10/2026|1.00|renewal|Bo Li|Angela Morris',
    ],
  },
  {
    name: 'a dental plan: titles, subtotals by agent, Windows-1252 and semicolons',
    encoding: 'win1252',
    file: `Bright Smiles Dental;;;;
Commission statement – October 2026;;;;
;;;;
Policy #;Insured;Broker;Comm Amt;Lives
BD1;Noemí Zaldívar;Morris, Angela;$ 12.00 ;1
BD2;Zoë O’Hara;Morris, Angela;$ (4.50);1
Sub-total Morris;;;$ 7.50 ;
BD3;Ana Boyd;Norris Kane;$ 3.00 ;2.0
Sub-total Norris;;;$ 3.00 ;
Total;;;$ 10.50 ;
Confidential – do not share
`,
    lines: [
      'BD1|11/2026|12.00|other|Noemí Zaldívar|Angela Morris',
      'BD2|11/2026|-4.50|chargeback|Zoë O’Hara|Angela Morris',
      'BD3|11/2026|3.00|other|Ana Boyd',
    ],
  },
]
