/** Charts of a response are loaded when somebody opens them. */
export const loadCharts = () => import("./list-chart.tsx").then(({ ListCharts }) => ListCharts);
