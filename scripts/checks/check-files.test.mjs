import { expect, test } from 'vitest'
import { problemsOf } from '../../web/check-files.ts'
import { findStaleEntries, matches } from '../../web/shared-files.ts'

const file = (fileName, code, facadeExports = null) => ({ fileName, code, facadeExports })

test('files that fit together pass the build check, in every form of import and export', () => {
  const problems = problemsOf([
    file(
      'assets/a.js',
      'import{x as e}from"./b.js";import"./c.js";let[t,{n:r=1,...i}]=e;class s{}function o(){}export{e as x,t,r,i,s,o}',
    ),
    file('assets/b.js', 'const x=[];export{x}'),
    file('assets/c.js', 'let{y:e}=await import(`./d.js`);f(()=>import("./d.js"))'),
    file('assets/d.js', 'import"./b.js";export{x as y}from"./b.js"', ['y']),
  ])
  expect(problems).toEqual([])
})

test('the build check rejects a missing export, a missing file and an import cycle', () => {
  expect(
    problemsOf([
      file('assets/a.js', 'import{x,y}from"./b.js";import"./gone.js";export{lost as t};export{z}from"./b.js"'),
      file('assets/b.js', 'import"./a.js";let x;export{x}'),
    ]),
  ).toEqual([
    'assets/a.js → assets/b.js → assets/a.js: imported in a circle, so one of them runs before what it needs.',
    'assets/a.js exports lost and does not have it.',
    'assets/a.js imports y from assets/b.js, which does not export it.',
    'assets/a.js imports assets/gone.js, which is not there.',
    'assets/a.js imports z from assets/b.js, which does not export it.',
  ])
})

test('the build check rejects a dynamic import of a file that lacks an export of its module', () => {
  const page = 'let{Page:e}=await import("./page.js");f(()=>import("./page.js"),"Other")'
  expect(problemsOf([file('assets/a.js', page), file('assets/page.js', 'export{}', ['Page', 'Other'])])).toEqual([
    'assets/a.js imports assets/page.js dynamically, which comes without Page.',
    'assets/a.js imports assets/page.js dynamically, which comes without Page.',
    'assets/a.js imports assets/page.js dynamically, which comes without Other.',
  ])
  expect(
    problemsOf([
      file('assets/a.js', 'import("./shared.js").then((e)=>e.t)'),
      file('assets/shared.js', 'let t={};export{t}'),
    ]),
  ).toEqual(['assets/a.js imports assets/shared.js dynamically, which is the facade of no module.'])
})

test('a shared file matches the modules and folders that it names, and an entry without a module is reported', () => {
  const list = matches(['web/src/lists/use-list.ts', 'domain/src/fields/'])
  expect(list.test('/home/me/web/src/lists/use-list.ts')).toBe(true)
  expect(list.test(String.raw`C:\me\domain\src\fields\amount.ts`)).toBe(true)
  expect(list.test('/home/me/web/src/lists/use-list.tsx')).toBe(false)
  expect(list.test('/home/me/other-web/src/lists/use-lists.ts')).toBe(false)
  expect(findStaleEntries([{ name: 'list', brings: ['src/here.ts', 'src/gone.ts'] }], ['/me/src/here.ts'])).toEqual([
    "shared-files.ts: 'list' brings src/gone.ts, but there is no such module.",
  ])
})
