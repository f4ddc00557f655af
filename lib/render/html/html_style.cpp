// Colours are defined once for light and once for dark. All text has a contrast of at least 4.5 to 1 to its background.
#include "render/html/html_parts.h"

namespace aptix::render::html {
namespace {

constexpr std::string_view kLight = R"(color-scheme:light;
--page:#ffffff;--text:#1f2328;--quiet:#57606a;--panel:#f6f8fa;--line:#d0d7de;--link:#0550ae;--focus:#0969da;
--added:#e6ffec;--added-word:#abf2bc;--added-text:#0f5323;--removed:#ffebe9;--removed-word:#ffc1bc;
 --removed-text:#82071e;
--mark:#6639ba;--empty:#eef1f4;)";

constexpr std::string_view kDark = R"(color-scheme:dark;
--page:#0d1117;--text:#e6edf3;--quiet:#9aa4af;--panel:#161b22;--line:#30363d;--link:#79c0ff;--focus:#58a6ff;
--added:#12261e;--added-word:#1b4d2b;--added-text:#7ee787;--removed:#2a1719;--removed-word:#6e2626;
 --removed-text:#ffa198;
--mark:#d2a8ff;--empty:#12161c;)";

constexpr std::string_view kRules = R"(
*{box-sizing:border-box}
html{scroll-padding-top:4.5rem}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.v{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:-100vw}
.skip:focus{left:1rem;top:.5rem;z-index:3;background:var(--page);padding:.5rem 1rem}
header,main,nav,footer{max-width:110rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:1.5rem}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 .25rem}
h2{font-size:1rem;margin:0;overflow-wrap:anywhere}
.sum{margin:0;font-size:1.05rem}
.facts{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:.9rem 0 0;font-size:.9rem}
.facts dt{color:var(--quiet)}
.facts dd{margin:0;overflow-wrap:anywhere}
code,td,.path,.facts dd,h2{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",
 "DejaVu Sans Mono",monospace}
h2{font-weight:400}
h2 b{font-weight:700}
.head h2{display:inline-block;border-radius:3px}
#tools{position:sticky;top:0;z-index:2;background:var(--page);border-bottom:1px solid var(--line)}
#tools>div{max-width:110rem;margin:0 auto;padding:.6rem 1.25rem;display:flex;flex-wrap:wrap;gap:.5rem;
 align-items:center}
#tools[hidden]{display:none}
.pair{display:inline-flex}
.pair button:first-child{border-radius:6px 0 0 6px}
.pair button+button{border-radius:0 6px 6px 0;margin-left:-1px}
.gap{flex:1}
button{font:inherit;font-size:.9rem;color:var(--text);background:var(--panel);border:1px solid var(--line);
 border-radius:6px;padding:.3rem .8rem;cursor:pointer}
button:hover{border-color:var(--quiet)}
button[aria-pressed=true]{background:var(--link);border-color:var(--link);color:var(--page)}
nav ol{list-style:none;margin:.5rem 0 0;padding:0;border:1px solid var(--line);border-radius:8px;overflow:hidden}
nav li{display:flex;gap:1rem;align-items:baseline;padding:.35rem .9rem}
nav li+li{border-top:1px solid var(--line)}
nav h2,.remarks h2{font:600 1rem/1.5 system-ui,-apple-system,"Segoe UI",sans-serif;margin-top:1.5rem}
nav a{flex:1;overflow-wrap:anywhere;text-decoration:none}
nav a:hover{text-decoration:underline}
nav li span{white-space:nowrap;font-size:.9rem}
.plus{color:var(--added-text)}
.minus{color:var(--removed-text)}
.remarks{border:1px solid var(--line);border-left:4px solid var(--mark);border-radius:8px;margin-top:1.25rem;
 padding:.1rem 1rem .7rem}
.remarks h2{margin-top:.6rem}
.remarks ul{margin:.3rem 0 0;padding-left:1.2rem;overflow-wrap:anywhere}
main{padding-bottom:3rem}
.file{border:1px solid var(--line);border-radius:8px;margin-top:1.5rem;overflow:clip}
.head{background:var(--panel);padding:.6rem .9rem}
.head p{margin:.15rem 0 0;font-size:.9rem;color:var(--quiet);overflow-wrap:anywhere}
.verb{display:inline-block;border:1px solid currentColor;border-radius:1rem;padding:0 .6rem;margin-right:.3rem;
 font-size:.8rem;color:var(--text)}
.verb.created{color:var(--added-text)}
.verb.deleted{color:var(--removed-text)}
summary{position:relative;background:var(--panel);border-top:1px solid var(--line);padding:.2rem .9rem;
 font-size:.85rem;color:var(--quiet);cursor:pointer}
summary:focus-visible,.hunk:focus-visible{outline-offset:-3px}
.hunk{border-top:1px solid var(--line)}
.note{margin:0;padding:.6rem .9rem;border-top:1px solid var(--line);color:var(--quiet)}
table{width:100%;border-collapse:collapse;table-layout:fixed;font-size:.8125rem;line-height:1.55}
caption{text-align:left;padding:.15rem .9rem;background:var(--panel);color:var(--quiet);font-size:.8rem}
th{padding:0;line-height:0;position:relative}
td{padding:0 .5rem;vertical-align:top}
.n{color:var(--quiet);text-align:right;user-select:none;font-variant-numeric:tabular-nums}
.s{text-align:center;padding:0;user-select:none;position:relative}
.t{white-space:pre-wrap;overflow-wrap:anywhere;tab-size:4;position:relative}
table.u th:nth-child(1),table.u th:nth-child(2){width:4.2rem}
table.u th:nth-child(3){width:1.4rem}
table.d th:nth-child(1),table.d th:nth-child(3){width:4.2rem}
table.d td:nth-child(3){border-left:1px solid var(--line)}
.a .s,.a .t,td.a{background:var(--added)}
.r .s,.r .t,td.r{background:var(--removed)}
.a .n,.n.a{background:var(--added);color:var(--added-text)}
.r .n,.n.r{background:var(--removed);color:var(--removed-text)}
.e{background:var(--empty)}
td b{font-weight:inherit;border-radius:3px}
.a b{background:var(--added-word)}
.r b{background:var(--removed-word)}
.t i{color:var(--quiet);margin-left:.5rem}
.c{color:var(--mark);border:1px solid currentColor;border-radius:3px;padding:0 .15rem;font-size:.9em}
[data-view=side] table.u{display:none}
[data-view=unified] table.d{display:none}
dialog{color:var(--text);background:var(--page);border:1px solid var(--line);border-radius:10px;
 padding:1.25rem 1.5rem;max-width:34rem}
dialog::backdrop{background:rgb(0 0 0/.45)}
dialog h2{font:600 1.1rem/1.4 system-ui,-apple-system,"Segoe UI",sans-serif}
dialog dl{display:grid;grid-template-columns:max-content 1fr;gap:.35rem 1rem;margin:1rem 0}
dialog dd{margin:0}
kbd{font:inherit;font-size:.85rem;border:1px solid var(--line);border-bottom-width:2px;border-radius:5px;
 padding:.05rem .45rem;background:var(--panel)}
footer{color:var(--quiet);font-size:.85rem;padding-bottom:2rem}
@media(max-width:46rem){
body{font-size:15px}
header,main,nav,footer,#tools>div{padding-left:.75rem;padding-right:.75rem}
table.u th:nth-child(1),table.u th:nth-child(2),table.d th:nth-child(1),table.d th:nth-child(3){width:2.6rem}
td{padding:0 .3rem}
.n{font-size:.72rem;line-height:1.75}
.facts{grid-template-columns:1fr}
.facts dd+dt{margin-top:.4rem}
}
@media print{#tools{display:none}.file{break-inside:auto}}
)";

}  // namespace

std::string style() {
  std::string out = ":root{";
  out.append(kLight).append("}\n@media(prefers-color-scheme:dark){:root:not([data-theme=light]){").append(kDark);
  return out.append("}}\n:root[data-theme=dark]{").append(kDark).append("}").append(kRules);
}

}  // namespace aptix::render::html
