// Lists events. Set BASE_URL and API_KEY, and in AFTER the `next` of the last answer.
using System.Net.Http.Headers;

string Variable(string name) => Environment.GetEnvironmentVariable(name) ?? throw new Exception($"{name} is not set");

using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };
client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", Variable("API_KEY"));
var after = Environment.GetEnvironmentVariable("AFTER");
var query = string.IsNullOrEmpty(after) ? "" : $"?after={after}";
var response = await client.GetAsync($"{Variable("BASE_URL")}/events{query}");
var answer = await response.Content.ReadAsStringAsync();
if (!response.IsSuccessStatusCode)
{
    Console.Error.WriteLine($"{(int)response.StatusCode} {answer}");
    return 1;
}
Console.WriteLine(answer);
return 0;
