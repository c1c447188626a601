import { chromium } from '@playwright/test'
import { writeFileSync } from 'node:fs'
const url='http://127.0.0.1:18611'
const r=await fetch(url+'/identity/login',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({user:'admin@demo.test',pass:'Coverdesk-Demo1'})})
const {token}=await r.json()
const b=await chromium.launch({executablePath:process.env.CHROMIUM_PATH??'/usr/bin/chromium',args:['--no-sandbox']})
const ctx=await b.newContext({baseURL:url,viewport:{width:1440,height:900}})
await ctx.addInitScript(t=>localStorage.setItem('token',t),token)
const page=await ctx.newPage()
await page.goto('/portal/policies/manage?pageSize=500',{waitUntil:'networkidle'})
await page.waitForTimeout(1500)
const cdp=await ctx.newCDPSession(page)
await cdp.send('Performance.enable',{timeDomain:'threadTicks'})
const spent=async()=>{const {metrics}=await cdp.send('Performance.getMetrics');const g=n=>(metrics.find(m=>m.name===n)?.value??0)*1000;return {task:g('TaskDuration'),script:g('ScriptDuration'),layout:g('LayoutDuration'),style:g('RecalcStyleDuration')}}
const mode=process.argv[2]
await page.evaluate(()=>{window.__d=[];new PerformanceObserver(l=>{for(const e of l.getEntries()) if(/^(pointer|mouse|click)/.test(e.name)) window.__d.push([e.name,e.duration,Math.round(e.processingStart-e.startTime),Math.round(e.processingEnd-e.processingStart)])}).observe({type:'event',durationThreshold:16})})
if(mode==='click'){
 for(let i=0;i<6;i++){
  const a=await spent()
  if(i===1){await cdp.send('Profiler.enable');await cdp.send('Profiler.setSamplingInterval',{interval:200});await cdp.send('Profiler.start')}
  await page.locator(`tr[data-row="${4+i}"] td >> nth=5`).click()
  await page.waitForTimeout(600)
  if(i===1){const {profile}=await cdp.send('Profiler.stop');writeFileSync('/tmp/click.cpuprofile',JSON.stringify(profile))}
  const z=await spent()
  console.log(i,Object.fromEntries(Object.keys(a).map(k=>[k,+(z[k]-a[k]).toFixed(1)])),JSON.stringify(await page.evaluate(()=>window.__d.splice(0))))
 }
} else {
 for(let i=0;i<5;i++){
  await page.evaluate(()=>history.pushState({},'','/portal/dashboard'))
  await page.locator('[role=grid]').waitFor({state:'detached'})
  await page.waitForTimeout(700)
  const a=await spent()
  if(i===3){await cdp.send('Profiler.enable');await cdp.send('Profiler.setSamplingInterval',{interval:200});await cdp.send('Profiler.start')}
  await page.evaluate(()=>history.pushState({},'','/portal/policies/manage?pageSize=500'))
  await page.locator('[role=grid][aria-busy=false] tr[data-row="19"]').waitFor()
  await page.evaluate(()=>new Promise(d=>requestAnimationFrame(()=>requestAnimationFrame(d))))
  if(i===3){const {profile}=await cdp.send('Profiler.stop');writeFileSync('/tmp/route.cpuprofile',JSON.stringify(profile))}
  const z=await spent()
  console.log(i,Object.fromEntries(Object.keys(a).map(k=>[k,+(z[k]-a[k]).toFixed(1)])))
 }
}
await b.close()
