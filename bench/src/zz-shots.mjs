import { chromium } from '@playwright/test'
const url='http://127.0.0.1:18611'
const r=await fetch(url+'/identity/login',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({user:process.env.AS??'admin@demo.test',pass:'Coverdesk-Demo1'})})
const {token}=await r.json()
const b=await chromium.launch({executablePath:'/usr/bin/chromium-headless-shell',args:['--no-sandbox']})
const [,,looks,...paths]=process.argv
for(const look of looks.split(',')){const [scheme,w]=look.split('-')
const ctx=await b.newContext({baseURL:url,viewport:{width:+w,height:+w===390?844:900},colorScheme:scheme})
await ctx.addInitScript(t=>localStorage.setItem('token',t),token)
const page=await ctx.newPage()
page.on('console',m=>{if(m.type()==='error')console.log('console',m.text().slice(0,200))});page.on('pageerror',e=>console.log('pageerror',e.message.slice(0,200)))
for(const p of paths){await page.goto(p,{waitUntil:'networkidle'});await page.waitForTimeout(600);const f='/tmp/shot-'+p.replace(/\W+/g,'_')+'-'+look+'.png';await page.screenshot({path:f});console.log(f)}
await ctx.close()}
await b.close()
