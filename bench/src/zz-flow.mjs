import { chromium } from '@playwright/test'
import { writeFileSync } from 'node:fs'
const url=process.env.URL??'http://127.0.0.1:18611'
const r=await fetch(url+'/identity/login',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({user:'admin@demo.test',pass:'Coverdesk-Demo1'})})
const {token}=await r.json()
const b=await chromium.launch({executablePath:process.env.CHROMIUM_PATH??'/usr/bin/chromium',args:['--no-sandbox','--disable-background-networking']})
for(let i=0;i<5;i++){
const ctx=await b.newContext({baseURL:url,viewport:{width:1440,height:900}})
await ctx.addInitScript(t=>localStorage.setItem('token',t),token)
const page=await ctx.newPage()
const reqs=[];
await page.goto('/portal/dashboard',{waitUntil:'networkidle'})
await page.goto('/portal/policies/manage',{waitUntil:'networkidle'})
await page.evaluate(()=>history.pushState({},'','/portal/dashboard'))
await page.locator('[role=grid]').waitFor({state:'detached'})
const cdp=await ctx.newCDPSession(page)
await cdp.send('Performance.enable',{timeDomain:'threadTicks'})
const spent=async()=>{const {metrics}=await cdp.send('Performance.getMetrics');const g=n=>(metrics.find(m=>m.name===n)?.value??0)*1000;return {task:g('TaskDuration'),script:g('ScriptDuration'),layout:g('LayoutDuration'),style:g('RecalcStyleDuration')}}
await page.waitForTimeout(500)
page.on('request',q=>reqs.push(q.url().replace(url,'').slice(0,60)))
const a=await spent()
if(i===1&&process.argv[2]){await cdp.send('Profiler.enable');await cdp.send('Profiler.setSamplingInterval',{interval:200});await cdp.send('Profiler.start')}
await page.evaluate(()=>history.pushState({},'','/portal/policies/manage?pageSize=500'))
await page.locator('[role=grid][aria-busy=false] tr[data-row="19"]').waitFor()
await page.evaluate(()=>new Promise(d=>requestAnimationFrame(()=>requestAnimationFrame(d))))
if(i===1&&process.argv[2]){const {profile}=await cdp.send('Profiler.stop');writeFileSync('/tmp/flow.cpuprofile',JSON.stringify(profile))}
const z=await spent()
console.log(i,Object.fromEntries(Object.keys(a).map(k=>[k,+(z[k]-a[k]).toFixed(1)])),reqs.join(' '))
await page.evaluate(()=>{window.__d=[];new PerformanceObserver(l=>{for(const e of l.getEntries()) if(/^(pointer|mouse|click)/.test(e.name)) window.__d.push([e.name,e.duration,Math.round(e.processingStart-e.startTime),Math.round(e.processingEnd-e.processingStart)])}).observe({type:'event',durationThreshold:16})})
if(process.argv[2]&&i===1){await cdp.send('Profiler.enable');await cdp.send('Profiler.setSamplingInterval',{interval:200});await cdp.send('Profiler.start')}
const a2=await spent()
await page.locator(`tr[data-row="${4+i}"] td >> nth=5`).click()
await page.waitForTimeout(500)
if(process.argv[2]&&i===1){const {profile}=await cdp.send('Profiler.stop');writeFileSync('/tmp/click.cpuprofile',JSON.stringify(profile))}
const z2=await spent()
console.log('  click',Object.fromEntries(Object.keys(a2).map(k=>[k,+(z2[k]-a2[k]).toFixed(1)])),JSON.stringify(await page.evaluate(()=>window.__d.filter(d=>/down|up|click/.test(d[0])))))
await ctx.close()
}
await b.close()
