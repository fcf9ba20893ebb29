// Reads the digest of a day. Set BASE_URL, API_KEY and DAY.
using System.Net.Http.Headers;

string Variable(string name) => Environment.GetEnvironmentVariable(name) ?? throw new Exception($"{name} is not set");

using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };
client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", Variable("API_KEY"));
var url = $"{Variable("BASE_URL")}/events/days/{Variable("DAY")}";
var response = await client.GetAsync(url);
var answer = await response.Content.ReadAsStringAsync();
if (!response.IsSuccessStatusCode)
{
    Console.Error.WriteLine($"{(int)response.StatusCode} {answer}");
    return 1;
}
Console.WriteLine(answer);
return 0;
