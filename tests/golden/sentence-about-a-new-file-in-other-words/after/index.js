import "./polyfill.js";

// button.js
export * from "./button.js";
